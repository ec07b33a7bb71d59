/** Commands on the evidence tree, in a running installation or next to a stopped one. */

import { readStatement } from '#domain/evidence/head.ts';
import { type HeadGround, takeHead } from '#server/evidence/heads.ts';
import { documentSubject } from '#server/evidence/index.ts';
import { proveConsistency, proveSubject } from '#server/evidence/proofs.ts';
import { COMMAND } from '../../command-name.ts';
import { type Message, say } from '../words/language.ts';

export interface CommandResult {
  readonly code: number;
  readonly lines: readonly string[];
}

const USAGE: Message = {
  it: `Uso: ${COMMAND} trail COMANDO

  head                   prende ora una testa: la firma, la marca, la conserva nel database e fuori
  proof DOCUMENTO        prove di inclusione degli eventi di un documento, in JSON
  consistency DA A       prova che l’albero di A eventi continua quello di DA eventi, in JSON`,
  en: `Usage: ${COMMAND} trail COMMAND

  head                   takes a head now: signs it, timestamps it, keeps it in the database and outside
  proof DOCUMENT         proofs of inclusion of the events of a document, as JSON
  consistency FROM TO    proof that the tree of TO events continues that of FROM events, as JSON`,
};

const count = (text: string | undefined): number => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0);

/** @param args the arguments after `trail`. @throws the errors of taking a head. */
export async function runTrail(ground: HeadGround, args: readonly string[]): Promise<CommandResult> {
  const [name, ...rest] = args;
  if (name === 'head' && rest.length === 0) {
    const head = await takeHead(ground);
    if (head === null)
      return {
        code: 0,
        lines: [say({ it: 'Non è ancora stato registrato alcun evento.', en: 'No event has been recorded yet.' })],
      };
    return { code: 0, lines: [head.statement] };
  }
  const [first, second] = rest.map(count);
  if (name === 'proof' && rest.length === 1 && first) {
    const proof = await proveSubject(ground, documentSubject(first));
    if (proof === null || proof.events.length === 0) {
      const none = say({
        it: `Nessuna testa copre eventi del documento ${first}.`,
        en: `No head covers events of document ${first}.`,
      });
      return { code: 1, lines: [none] };
    }
    const { statement, signature, stamp } = proof.head;
    return { code: 0, lines: [JSON.stringify({ head: { statement, signature, stamp }, events: proof.events })] };
  }
  if (name === 'consistency' && rest.length === 2 && first && second) {
    const size = readStatement((await takeHead(ground))?.statement ?? '')?.size ?? 0;
    if (first > second || second > size) {
      const none = say({
        it: `L’albero ha ${size} eventi: non c’è prova da ${first} a ${second}.`,
        en: `The tree has ${size} events: there is no proof from ${first} to ${second}.`,
      });
      return { code: 1, lines: [none] };
    }
    const path = await proveConsistency(ground, first, second);
    return { code: 0, lines: [JSON.stringify({ first, second, path })] };
  }
  return { code: 2, lines: [say(USAGE)] };
}
