/** Removes from libraries what no page uses. */
import type { Plugin } from 'vite';

/** Removes zod's JSON Schema output, a quarter of zod, and its English messages: refusals are translated by code. */
export function removeSchemaPrinting(): Plugin {
  const UNUSED = [
    [/^ *inst\._zod\.processJSONSchema = .+;$/gm, ''],
    [/createStandardJSONSchemaMethod\(this, "\w+"\)/g, 'undefined'],
    [/createToJSONSchemaMethod\(this, \{\}\)\(params\)/g, 'undefined'],
    [/core\.config\(en\(\)\);/g, ';'],
    // A schema's description of its own limits.
    [/processors\.aggregateChecks\(inst\)/g, '({})'],
  ] as const;
  return {
    name: 'fascicolo-schemas-unprinted',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/zod\/v4\/classic\/schemas\.js$/ },
      handler(code) {
        const trimmed = UNUSED.reduce((text, [pattern, replacement]) => {
          if (text.search(pattern) === -1) throw new Error(`zod has changed, not found: ${pattern.source}`);
          return text.replace(pattern, replacement);
        }, code);
        return { code: trimmed, map: null };
      },
    },
  };
}

/** Removes i18next's backend connector and number formatter: the portal bundles its texts and formats numbers itself. */
export function removeTextLoading(): Plugin {
  const UNUSED = [
    [
      /^class Connector extends EventEmitter \{[\s\S]*?^\}$/m,
      'class Connector extends EventEmitter { backend = undefined; state = {}; }',
    ],
    [/^ *formatter = Formatter;$/m, ''],
  ] as const;
  return {
    name: 'fascicolo-words-in-hand',
    apply: 'build',
    transform(code, id) {
      if (/\/src\/web\/portal\/text\/.+\.ts$/.test(id) && /\{\{ *\w+ *,/.test(code))
        throw new Error(`${id} uses a format that vite.libraries.ts removes`);
      if (!/\/i18next\/dist\/esm\/i18next\.js$/.test(id)) return null;
      const remaining = UNUSED.reduce((text, [pattern, replacement]) => {
        if (!pattern.test(text)) throw new Error(`i18next has changed, not found: ${pattern.source}`);
        return text.replace(pattern, replacement);
      }, code);
      return { code: remaining, map: null };
    },
  };
}

/** Parts attached to a component, so that every page loads them with it. */
const UNUSED_PARTS: Readonly<Record<string, readonly string[]>> = {
  ActionIcon: ['Group', 'GroupSection'],
  Button: ['Group', 'GroupSection'],
  Checkbox: ['Indicator', 'Card'],
  Menu: ['Search', 'Sub', 'CheckboxItem', 'CheckboxGroup', 'RadioItem', 'RadioGroup', 'ContextMenu'],
  Popover: ['ContextMenu'],
  Tooltip: ['Floating', 'Group'],
};

const PART_IN_USE = new RegExp(
  Object.entries(UNUSED_PARTS)
    .map(([component, parts]) => `\\b${component}\\.(${parts.join('|')})\\b`)
    .join('|'),
);

/** Removes the parts of Mantine's components that no page uses, mostly kinds of menu entries. */
export function removeUnusedParts(): Plugin {
  return {
    name: 'fascicolo-parts-unused',
    apply: 'build',
    transform(code, id) {
      if (id.includes('/src/web/') && PART_IN_USE.test(code))
        throw new Error(`${id} uses a part that vite.libraries.ts removes: ${PART_IN_USE.exec(code)?.[0]}`);
      const component = /@mantine\/core\/esm\/components\/\w+\/(\w+)\.mjs$/.exec(id)?.[1] ?? '';
      const parts = UNUSED_PARTS[component];
      if (parts === undefined) return null;
      const remaining = parts.reduce((text, part) => {
        const assignment = new RegExp(`^${component}\\.${part} = \\w+;$`, 'm');
        if (!assignment.test(text)) throw new Error(`Mantine has ${component}.${part} no longer, or in another form`);
        return text.replace(assignment, '');
      }, code);
      return { code: remaining, map: null };
    },
  };
}

/** Mantine's palettes that no page uses; its red of errors is ours (ui/mantine.css). */
const UNUSED_PALETTES = /^--mantine-color-(cyan|grape|green|indigo|lime|orange|pink|red|violet|yellow)-/;

/** Removes their colours from the style sheets. */
export function removeUnusedPalettes() {
  return {
    postcssPlugin: 'fascicolo-palettes-unused',
    Declaration(declaration: { prop: string; remove: () => void }) {
      if (UNUSED_PALETTES.test(declaration.prop)) declaration.remove();
    },
  };
}

/** Styles that MantineProvider would write into style elements, and the property that turns each off. */
const WRITTEN_STYLES = { MantineCssVariables: 'withCssVariables={false}', MantineClasses: 'withGlobalClasses={false}' };

/**
 * Removes Mantine's code that writes its variables and classes into the page: the style sheets contain them, and the
 * policy refuses inline styles.
 */
export function removeWrittenStyles(): Plugin {
  return {
    name: 'fascicolo-styles-in-sheets',
    apply: 'build',
    transform(code, id) {
      for (const [component, refusal] of Object.entries(WRITTEN_STYLES)) {
        if (code.includes('createRoot(') && code.includes('<MantineProvider') && !code.includes(refusal))
          throw new Error(`${id} lets Mantine write styles that vite.libraries.ts removes: it lacks ${refusal}`);
        if (id.endsWith(`/${component}.mjs`) && id.includes('/@mantine/core/'))
          return { code: `export const ${component} = () => null;`, map: null };
      }
      return null;
    },
  };
}
