/** Editing any kind of row: what is kept, saved, refused, merged and asked. */
import { act as render } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../shared/eventually.suite.ts';
import { ApiFailure, noAnswer } from '../../api/failure.ts';
import { TextInput } from '../../ui/inputs/control-styles.ts';
import {
  buttonOf,
  field,
  leavePage,
  openPage,
  press,
  show,
  shown,
  submit,
  toasts,
  type,
} from '../act/mount-page.suite.tsx';
import { EditDialog, type EditDialogProps } from './edit-dialog.tsx';
import { EditNotes } from './edit-notes.tsx';
import { useEditing } from './use-editing.ts';

type Values = { name: string; city: string; file: string | null };
interface Row {
  id: number;
  name: string;
  city: string;
  read: string;
}
type Body = Partial<Row>;
type Props = EditDialogProps<Values, Row, Body>;

const ANNA: Row = { id: 7, name: 'Anna', city: 'Parma', read: '2029-01-01' };
const MEANWHILE: Row = { ...ANNA, city: 'Bologna', read: '2029-01-02' };
const STALE = new ApiFailure(409, { code: 'conflict.stale' });
const LOST = noAnswer('lost');

const send = vi.fn<Props['send']>();
const reload = vi.fn<Props['reload']>();
const onClose = vi.fn();
const onSaved = vi.fn();

const given = (row: Row | null): Omit<Props, 'children' | 'title' | 'onClose'> & { draft: string } => ({
  entity: 'customers',
  row,
  draft: `customers.${row?.id ?? 'new'}`,
  valuesOf: (stored) => ({ name: stored?.name ?? '', city: stored?.city ?? '', file: null }),
  issues: ({ name }) => (name === '' ? [{ objectName: 'dossier', field: 'name', code: 'required' }] : []),
  bodyOf: ({ name, city }, stored) => ({ name, city, ...(stored && { id: stored.id, read: stored.read }) }),
  send,
  reload,
  call: { id: 'updateDossier', method: 'PUT', path: '/api/dossiers', stale: ['dossiers'] },
  detail: ({ name }) => name,
});
const NAMES = { name: 'Nome', city: 'Città', file: 'File' };

async function open(row: Row | null = ANNA, more: Partial<Props> = {}) {
  return show(
    <EditDialog<Values, Row, Body> {...given(row)} title="Cliente" onClose={onClose} onSaved={onSaved} {...more}>
      {(form, stored) => (
        <>
          {(['name', 'city'] as const).map((name) => (
            <TextInput key={name} label={NAMES[name]} {...form.getInputProps(name)} />
          ))}
          <p>letto {stored?.read ?? 'mai'}</p>
        </>
      )}
    </EditDialog>,
  );
}
const rowsShown = () =>
  [...document.querySelectorAll('dialog tbody tr')].map(({ children: [...cells] }) => {
    const kept = cells[1]?.hasAttribute('data-kept') ? 'mine' : 'theirs';
    return [...cells.map(({ textContent }) => textContent), kept].join('|');
  });
const values = () => [field('name').value, field('city').value];
const sent = (call = 0) => send.mock.calls[call]?.[0];

beforeEach(async () => {
  await openPage();
  send.mockImplementation(async (body, row) => ({ ...ANNA, ...row, ...body, read: 'now' }));
  reload.mockResolvedValue(MEANWHILE);
});
afterEach(() => {
  leavePage();
  for (const mock of [send, reload, onClose, onSaved]) mock.mockReset();
});

describe('a save', () => {
  it('sends the typed values over the row, shows a toast, closes and passes on the saved row', async () => {
    await open();
    await type('name', 'Olivia');
    await submit();
    await eventually(() => expect(onClose).toHaveBeenCalledOnce());
    expect(send).toHaveBeenCalledWith({ ...ANNA, name: 'Olivia' }, ANNA, '');
    expect(onSaved).toHaveBeenCalledWith({ ...ANNA, name: 'Olivia', read: 'now' });
    expect(toasts()).toEqual(['Cliente salvato | Olivia']);
  });

  it('reloads the displayed row', async () => {
    const client = await open();
    client.setQueryData(['dossiers', 'search'], []);
    await submit();
    await eventually(() => expect(client.getQueryState(['dossiers', 'search'])?.isInvalidated).toBe(true));
  });

  it('of a new row has an Idempotency-Key, unchanged after a lost response and a reload', async () => {
    send.mockRejectedValueOnce(LOST);
    await open(null);
    await type('name', 'Olivia');
    await submit();
    await eventually(() => expect(toasts()[0]).toMatch(/^Risposta non arrivata/));
    await open(null);
    await type('name', 'Olivia');
    await submit();
    await eventually(() => expect(toasts().at(-1)).toBe('Cliente creato | Olivia'));
    expect(send.mock.calls[0]?.[2]).toMatch(/^[\w-]{36}$/);
    expect(send.mock.calls[1]?.[2]).toBe(send.mock.calls[0]?.[2]);
  });

  it('of a new row with another parent has another Idempotency-Key, even if its fields are equal', async () => {
    send.mockRejectedValue(LOST);
    for (const draft of ['folders.new.1', 'folders.new.2']) {
      await open(null, { draft });
      await type('name', 'Olivia');
      await submit();
      await eventually(() => expect(toasts().at(-1)).toMatch(/^Risposta non arrivata/));
    }
    expect(new Set(send.mock.calls.map(([, , key]) => key)).size).toBe(2);
  });

  it('is sent once on a double click, even while its body is being built', async () => {
    const { promise, resolve: made } = Promise.withResolvers<Body>();
    await open(ANNA, { bodyOf: () => promise });
    await submit();
    await submit();
    await render(async () => made({ name: 'Olivia' }));
    await eventually(() => expect(onClose).toHaveBeenCalledOnce());
    expect(send).toHaveBeenCalledOnce();
  });

  it('is not sent while a field is invalid: the first invalid one gets the focus', async () => {
    await open();
    await type('name', '');
    await submit();
    expect(send).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(field('name'));
  });

  it('with a file that is no longer readable is not sent: the field shows the error', async () => {
    const bodyOf = () => Promise.reject(new Error('gone'));
    await open(ANNA, { bodyOf, unreadable: { city: 'Non si legge più' } });
    await submit();
    await eventually(() => expect(shown()).toContain('Non si legge più'));
    expect([send.mock.calls.length, toasts()]).toEqual([0, []]);
  });

  it('keeps the dialog open while it is in progress', async () => {
    send.mockReturnValue(new Promise(() => undefined));
    await open();
    await submit();
    await eventually(() => expect(buttonOf('Annulla').disabled).toBe(true));
    expect(onClose).not.toHaveBeenCalled();
  });

  it('requires confirmation if the form asks for it', async () => {
    let goOn: () => void = () => undefined;
    await open(ANNA, {
      beforeSave: (typed, base, go) => {
        if (typed.name === base.name) go();
        else goOn = go;
      },
    });
    await type('name', 'Olivia');
    await submit();
    expect(send).not.toHaveBeenCalled();
    await render(async () => goOn());
    await eventually(() => expect(send).toHaveBeenCalledOnce());
  });
});

describe('a refusal', () => {
  it('is shown only at its field, which gets the focus', async () => {
    send.mockRejectedValue(new ApiFailure(422, { fieldErrors: [{ field: 'city', message: 'Città sconosciuta' }] }));
    await open();
    await submit();
    await eventually(() => expect(document.activeElement).toBe(field('city')));
    expect(shown()).toContain('Città sconosciuta');
    expect(document.querySelectorAll('dialog [role="alert"]')).toHaveLength(0);
  });

  it('finds its field by the form’s name for it', async () => {
    send.mockRejectedValue(new ApiFailure(422, { fieldErrors: [{ field: 'address.town', message: 'Sconosciuta' }] }));
    await open(ANNA, { fieldOf: (name) => (name === 'address.town' ? 'city' : name) });
    await submit();
    await eventually(() => expect(document.activeElement).toBe(field('city')));
  });

  it('without a field of this form is shown above the fields', async () => {
    send.mockRejectedValue(new ApiFailure(422, { fieldErrors: [{ field: 'other', message: 'Altro' }] }));
    await open();
    await submit();
    await eventually(() => expect(shown()).toContain('Altro'));
    expect(onClose).not.toHaveBeenCalled();
  });

  it('disappears when the next attempt starts', async () => {
    send.mockRejectedValueOnce(new ApiFailure(500));
    await open();
    await submit();
    await eventually(() => expect(shown()).toMatch(/Errore/));
    send.mockReturnValue(new Promise(() => undefined));
    await submit();
    await eventually(() => expect(shown()).not.toMatch(/Errore/));
  });

  it('without a network states that nothing was saved', async () => {
    send.mockRejectedValue(noAnswer('absent'));
    await open();
    await submit();
    await eventually(() => expect(shown()).toContain('Cliente non salvato'));
  });

  it('of a lost response states that the outcome is unknown', async () => {
    send.mockRejectedValue(LOST);
    await open();
    await submit();
    await eventually(() => expect(shown()).toContain('Risposta non arrivata'));
  });

  it('of a stale version is ignored if the typed values are stored: the earlier response was lost', async () => {
    send.mockRejectedValue(STALE);
    reload.mockResolvedValue({ ...MEANWHILE, name: 'Olivia' });
    await open();
    await type('name', 'Olivia');
    await submit();
    await eventually(() => expect(onSaved).toHaveBeenCalledWith({ ...MEANWHILE, name: 'Olivia' }));
    expect(toasts()).toEqual(['Cliente salvato | Olivia']);
  });

  it('remains if the stored row is in another state than the save would produce', async () => {
    send.mockRejectedValue(STALE);
    reload.mockResolvedValue({ ...ANNA, name: 'Olivia' });
    await open(ANNA, { isApplied: () => false });
    await type('name', 'Olivia');
    await submit();
    await eventually(() => expect(shown()).toContain('Qualcuno ha salvato modifiche nel frattempo.'));
  });
});

describe('a row saved by another user meanwhile', () => {
  const meet = async (more: Partial<Props> = {}) => {
    send.mockRejectedValueOnce(STALE);
    await open(ANNA, more);
    await type('name', 'Olivia');
    await submit();
    await eventually(() => expect(shown()).toContain('Qualcuno ha salvato modifiche nel frattempo.'));
  };

  it('is reloaded on request: typed values stay, other changes are merged in and shown', async () => {
    await meet();
    expect(values()).toEqual(['Olivia', 'Parma']);
    await press('Ricarica i dati');
    await eventually(() => expect(values()).toEqual(['Olivia', 'Bologna']));
    expect(shown()).toContain('Dati ricaricati.');
    expect(shown()).toContain('letto 2029-01-02');
    expect(shown()).not.toContain('Nel frattempo qualcuno ha salvato');
  });

  it.each([
    ['Laura Bianchi', [{ login: 'laura', fullname: 'Laura Bianchi' }]],
    ['un altro utente', []],
  ])('is announced before the reload: that %s saved, when, and both values of each field', async (name, named) => {
    vi.stubGlobal('fetch', async () => Response.json(named));
    const saved = { lastModifiedBy: 'laura', lastModifiedDate: '2029-01-02T09:05:00.000Z' };
    reload.mockResolvedValue({ ...MEANWHILE, name: 'Annetta', ...saved } as Row);
    await meet({ fieldName: (field) => NAMES[field as keyof Values] });
    await eventually(() => expect(shown()).toContain(`Ultimo salvataggio: ${name}, il 02/01/2029`));
    expect(shown()).not.toContain('laura');
    expect(rowsShown()).toEqual(['Nome|Olivia|Annetta|mine', 'Città|Parma|Bologna|theirs']);
  });

  it('is the base of the next save', async () => {
    await meet();
    await press('Ricarica i dati');
    await eventually(() => expect(values()).toEqual(['Olivia', 'Bologna']));
    await submit();
    await eventually(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent(1)).toEqual({ ...MEANWHILE, name: 'Olivia' });
  });

  it('keeps the typed value of a field changed by both, and names the stored one', async () => {
    reload.mockResolvedValue({ ...MEANWHILE, name: 'Annetta' });
    await meet({ display: (name, stored) => String(stored[name]) });
    await press('Ricarica i dati');
    await eventually(() => expect(shown()).toMatch(/Nel frattempo qualcuno ha salvato: .*Annetta/));
    expect(values()).toEqual(['Olivia', 'Bologna']);
  });

  it('does not change typed values while it loads', async () => {
    await meet();
    const { promise, resolve: answer } = Promise.withResolvers<Row>();
    reload.mockReturnValue(promise);
    await press('Ricarica i dati');
    await type('city', 'Modena');
    await render(async () => answer(MEANWHILE));
    await eventually(() => expect(shown()).toContain('Dati ricaricati.'));
    expect(values()).toEqual(['Olivia', 'Modena']);
  });

  it('that cannot be loaded shows the reason, and no typed value is lost', async () => {
    await meet();
    reload.mockRejectedValue(new ApiFailure(404, { detail: 'Il cliente non c’è più.' }));
    await press('Ricarica i dati');
    await eventually(() => expect(shown()).toContain('Il cliente non c’è più.'));
    expect(values()).toEqual(['Olivia', 'Parma']);
  });

  it('is merged by the form’s own rule for dependent fields, and reported in its texts', async () => {
    await meet({
      merge: (_base, mine) => ({ values: mine, both: [] }),
      mergedNote: () => ({ title: 'Unito', text: 'come deciso' }),
    });
    await press('Ricarica i dati');
    await eventually(() => expect(shown()).toContain('Unito'));
    expect(values()).toEqual(['Olivia', 'Parma']);
  });
});

describe('a draft', () => {
  it('of typed values is offered on the next visit, and applied on top of the stored row', async () => {
    await open();
    await type('name', 'Olivia');
    await open(MEANWHILE);
    expect(values()).toEqual(['Anna', 'Bologna']);
    await press('Riprendi');
    expect(values()).toEqual(['Olivia', 'Bologna']);
    expect(shown()).not.toContain('Bozza su questo computer');
  });

  it('names the other users’ changes too', async () => {
    await open();
    await type('name', 'Olivia');
    await open({ ...ANNA, name: 'Annetta' }, { display: (name, stored) => String(stored[name]) });
    await press('Riprendi');
    await eventually(() => expect(shown()).toMatch(/Nel frattempo qualcuno ha salvato: .*Annetta/));
  });

  it('can be discarded', async () => {
    await open();
    await type('name', 'Olivia');
    await open();
    await press('Elimina bozza');
    await open();
    expect(shown()).not.toContain('Bozza su questo computer');
  });

  it('belongs to its row', async () => {
    await open();
    await type('name', 'Olivia');
    await open({ ...ANNA, id: 8 });
    expect(shown()).not.toContain('Bozza su questo computer');
  });

  it('omits values that must not be stored, such as a file: they are as stored', async () => {
    await open(ANNA, { keepable: (typed) => ({ ...typed, city: '' }) });
    await type('city', 'segreta');
    await type('name', 'Olivia');
    expect(JSON.stringify({ ...localStorage })).not.toContain('segreta');
    await open(ANNA, { keepable: (typed) => ({ ...typed, city: '' }) });
    await press('Riprendi');
    expect(field('name').value).toBe('Olivia');
  });

  it('is not kept when the fields equal the stored row', async () => {
    await open();
    await type('name', 'Olivia');
    await type('name', 'Anna');
    await open();
    expect(shown()).not.toContain('Bozza su questo computer');
  });

  it('is deleted by a save and by leaving on purpose, but not by ×', async () => {
    await open();
    await type('name', 'Olivia');
    await render(async () => document.querySelector<HTMLElement>('dialog header button')?.click());
    await open();
    expect(shown()).toContain('Bozza su questo computer');
    await press('Annulla');
    await open();
    expect(shown()).not.toContain('Bozza su questo computer');
    await type('name', 'Olivia');
    await submit();
    await eventually(() => expect(onSaved).toHaveBeenCalled());
    await open();
    expect(shown()).not.toContain('Bozza su questo computer');
  });

  it('is kept after a refused save', async () => {
    send.mockRejectedValue(new ApiFailure(500));
    await open();
    await type('name', 'Olivia');
    await submit();
    await eventually(() => expect(shown()).toMatch(/Errore/));
    await open();
    expect(shown()).toContain('Bozza su questo computer');
  });
});

describe('a confirmation', () => {
  const doubts: Props['doubts'] = ({ city }) =>
    city === 'Parma' ? [] : [{ objectName: 'dossier', field: 'city', code: 'unknown', message: `${city}?` } as never];

  it('is required once: the next attempt passes', async () => {
    await open(ANNA, { doubts });
    await type('city', 'Xxx');
    await submit();
    await eventually(() => expect(shown()).toContain('Xxx?'));
    expect(send).not.toHaveBeenCalled();
    await press('Salva comunque');
    await eventually(() => expect(send).toHaveBeenCalledOnce());
  });

  it('is required again for another reason', async () => {
    const other: Props['doubts'] = ({ city }) =>
      city === 'Parma' ? [] : [{ objectName: 'dossier', field: 'city', code: city, message: `${city}?` } as never];
    await open(ANNA, { doubts: other });
    await type('city', 'Xxx');
    await submit();
    await type('city', 'Yyy');
    await submit();
    await eventually(() => expect(shown()).toContain('Yyy?'));
    expect(send).not.toHaveBeenCalled();
  });

  it('is not required once its reason no longer applies', async () => {
    await open(ANNA, { doubts });
    await type('city', 'Xxx');
    await submit();
    await type('city', 'Parma');
    await submit();
    await eventually(() => expect(send).toHaveBeenCalledOnce());
  });
});

describe('a page that stays open', () => {
  const next = vi.fn();
  function Page(props: { row: Row | null }) {
    const editing = useEditing<Values, Row, Body>({ ...given(props.row), row: props.row });
    return (
      <form onSubmit={editing.form.submit((typed) => editing.save(typed, next))}>
        <EditNotes editing={editing} />
        <TextInput label="Nome" {...editing.form.getInputProps('name')} />
        <button type="button" onClick={() => editing.begin(MEANWHILE)}>
          Arriva
        </button>
      </form>
    );
  }
  afterEach(() => next.mockReset());

  it('bases its next save on its last one', async () => {
    await show(<Page row={ANNA} />);
    await type('name', 'Olivia');
    await submit();
    await eventually(() => expect(toasts()).toEqual(['Cliente salvato | Olivia']));
    await type('name', 'Livia');
    await submit();
    await eventually(() => expect(send).toHaveBeenCalledTimes(2));
    expect(sent(1)).toMatchObject({ name: 'Livia', read: 'now' });
  });

  it('no longer reports a reload once it is saved', async () => {
    send.mockRejectedValueOnce(STALE);
    await show(<Page row={ANNA} />);
    await type('name', 'Olivia');
    await submit();
    await press('Ricarica i dati');
    await eventually(() => expect(shown()).toContain('Dati ricaricati.'));
    await submit();
    await eventually(() => expect(shown()).not.toContain('Dati ricaricati.'));
    expect(sent(1)).toMatchObject({ name: 'Olivia', read: MEANWHILE.read });
  });

  it('continues to the next page after a save, and not after a refusal', async () => {
    send.mockRejectedValueOnce(new ApiFailure(500));
    await show(<Page row={ANNA} />);
    await submit();
    await eventually(() => expect(shown()).toMatch(/Errore/));
    expect(next).not.toHaveBeenCalled();
    await submit();
    await eventually(() => expect(next).toHaveBeenCalledWith({ ...ANNA, read: 'now' }));
  });

  it('can be drawn before its row has loaded', async () => {
    await show(<Page row={null} />);
    await press('Arriva');
    expect(field('name').value).toBe('Anna');
  });
});
