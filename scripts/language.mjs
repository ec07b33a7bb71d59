/** The language of what the start prints, chosen as src/cli/terminal/language.ts does; Node 20 runs this before anything is installed. */

/** @param {{ it: string, en: string }} message @returns {string} the text for this terminal. */
export function say(message) {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  return message[/^it(?![a-z])/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'it' : 'en'];
}
