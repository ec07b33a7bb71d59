/** Commands on the evidence tree, in a running installation or next to a stopped one. */

import { readStatement } from '#domain/evidence/head.ts';
import { type HeadGround, takeHead } from '#server/evidence/heads.ts';
import { documentSubject } from '#server/evidence/index.ts';
import { proveConsistency, proveSubject } from '#server/evidence/proofs.ts';
import { COMMAND } from '../../command-name.ts';

export interface CommandResult {
  readonly code: number;
  readonly lines: readonly string[];
}

export const TRAIL_USAGE = `Uso: ${COMMAND} trail COMANDO

  head                   prende ora una testa: la firma, la marca, la conserva nel database e fuori
  proof DOCUMENTO        prove di inclusione degli eventi di un documento, in JSON
  consistency DA A       prova che l’albero di A eventi continua quello di DA eventi, in JSON`;

const count = (text: string | undefined): number => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0);

/** @param args the arguments after `trail`. @throws the errors of taking a head. */
export async function runTrail(ground: HeadGround, args: readonly string[]): Promise<CommandResult> {
  const [name, ...rest] = args;
  if (name === 'head' && rest.length === 0) {
    const head = await takeHead(ground);
    if (head === null) return { code: 0, lines: ['Non è ancora stato registrato alcun evento.'] };
    return { code: 0, lines: [head.statement] };
  }
  const [first, second] = rest.map(count);
  if (name === 'proof' && rest.length === 1 && first) {
    const proof = await proveSubject(ground, documentSubject(first));
    if (proof === null || proof.events.length === 0) {
      return { code: 1, lines: [`Nessuna testa copre eventi del documento ${first}.`] };
    }
    const { statement, signature, stamp } = proof.head;
    return { code: 0, lines: [JSON.stringify({ head: { statement, signature, stamp }, events: proof.events })] };
  }
  if (name === 'consistency' && rest.length === 2 && first && second) {
    const size = readStatement((await takeHead(ground))?.statement ?? '')?.size ?? 0;
    if (first > second || second > size) {
      return { code: 1, lines: [`L’albero ha ${size} eventi: non c’è prova da ${first} a ${second}.`] };
    }
    const path = await proveConsistency(ground, first, second);
    return { code: 0, lines: [JSON.stringify({ first, second, path })] };
  }
  return { code: 2, lines: [TRAIL_USAGE] };
}
