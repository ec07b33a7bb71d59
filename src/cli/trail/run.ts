/** Commands on the evidence tree, in a running installation or next to a stopped one. */

import { readStatement } from '#domain/evidence/tree-head.ts';
import { type HeadServices, takeHead } from '#server/evidence/heads.ts';
import { documentSubject } from '#server/evidence/index.ts';
import { proveConsistency, proveSubject } from '#server/evidence/tree-proofs.ts';
import { COMMAND } from '../../command-name.ts';
import { localize, type Message } from '../terminal/language.ts';

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

const readCount = (text: string | undefined): number => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0);

/** @param args the arguments after `trail`. @throws the errors of taking a head. */
export async function runTrail(context: HeadServices, args: readonly string[]): Promise<CommandResult> {
  const [name, ...commandArgs] = args;
  if (name === 'head' && commandArgs.length === 0) {
    const head = await takeHead(context);
    if (head === null)
      return {
        code: 0,
        lines: [localize({ it: 'Non è ancora stato registrato alcun evento.', en: 'No event has been recorded yet.' })],
      };
    return { code: 0, lines: [head.statement] };
  }
  const [first, second] = commandArgs.map(readCount);
  if (name === 'proof' && commandArgs.length === 1 && first) {
    const proof = await proveSubject(context, documentSubject(first));
    if (proof === null || proof.events.length === 0) {
      const none = localize({
        it: `Nessuna testa copre eventi del documento ${first}.`,
        en: `No head covers events of document ${first}.`,
      });
      return { code: 1, lines: [none] };
    }
    const { statement, signature, stamp } = proof.head;
    return { code: 0, lines: [JSON.stringify({ head: { statement, signature, stamp }, events: proof.events })] };
  }
  if (name === 'consistency' && commandArgs.length === 2 && first && second) {
    const size = readStatement((await takeHead(context))?.statement ?? '')?.size ?? 0;
    if (first > second || second > size) {
      const none = localize({
        it: `L’albero ha ${size} eventi: non c’è prova da ${first} a ${second}.`,
        en: `The tree has ${size} events: there is no proof from ${first} to ${second}.`,
      });
      return { code: 1, lines: [none] };
    }
    const path = await proveConsistency(context, first, second);
    return { code: 0, lines: [JSON.stringify({ first, second, path })] };
  }
  return { code: 2, lines: [localize(USAGE)] };
}
