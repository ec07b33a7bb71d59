/** A demo customer who signs in handwriting: reads on the tablet and writes; the strokes are sealed like those of a real tablet. */
import type { HandsInput, HandTerms } from '#contract/signing/handwriting.ts';
import type { Capture } from '#formats/ink/capture.ts';
import { drawingDigest, drawingOf } from '#formats/ink/drawing.ts';
import { sealInk } from '#formats/ink/envelope.ts';
import { captureOf, inkOf } from '#formats/ink/iso-capture.ts';
import type { World } from '../world.ts';
import type { DemoTarget } from './http-calls.ts';
import type { SignCall } from './tablet.ts';

const POINTS = 260;
const EVERY_MS = 8;

/** Loops that become smaller, as in quick handwriting. */
function demoStrokes(startedAt: Date): Capture {
  const points = Array.from({ length: POINTS }, (_, index) => {
    const part = index / (POINTS - 1);
    const turn = part * 14 * Math.PI;
    return {
      x: 14 + 50 * part + 3.5 * Math.sin(turn),
      y: 22 + 9 * (1 - 0.6 * part) * Math.cos(turn),
      t: index * EVERY_MS,
      pressure: 0.3 + 0.4 * Math.sin(Math.PI * part),
      tilt: [20 - 10 * part, -12] as const,
      down: true,
    };
  });
  return { startedAt, pointer: 'pen', width: 90, height: 45, pressed: true, points };
}

async function handOf(terms: HandTerms, point: HandTerms['points'][number], at: Date): Promise<HandsInput['hands'][0]> {
  const capture = demoStrokes(at);
  const ink = inkOf(capture);
  const drawing = drawingOf(captureOf(ink));
  const bound = {
    ink,
    shownSha256: new Uint8Array(Buffer.from(point.shownSha256, 'hex')),
    session: terms.session,
    field: point.field,
    drawingSha256: await drawingDigest(drawing),
  };
  const envelope = await sealInk(bound, new Uint8Array(Buffer.from(terms.custodian.certificate, 'base64')));
  const { lines, ...sides } = drawing;
  return {
    point: point.id,
    envelope: Buffer.from(envelope).toString('base64'),
    drawing: { ...sides, lines: lines.map((line) => line.map(([x, y]): [number, number] => [x, y])) },
    pointer: capture.pointer,
  };
}

/** @param link the customer's link. @throws Error for any refusal. */
export async function signByHand(target: DemoTarget & { world: World }, prove: SignCall, link: string): Promise<void> {
  const { app, world } = target;
  const base = `/api${new URL(link).pathname}`;
  const { host } = new URL(world.settings.publicUrl);
  let cookie: string | undefined;
  const call = async (method: 'GET' | 'POST', rest: string, given?: object) => {
    const path = `${base}${rest}`;
    const body = given && JSON.stringify(given);
    const answer = await app.inject({
      method,
      url: path,
      headers: {
        host,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(cookie ? { cookie } : {}),
        ...prove({ method, path, ...(body ? { body } : {}) }, world.clock.now()),
      },
      ...(body ? { payload: body } : {}),
    });
    if (answer.statusCode >= 300) throw new Error(`The demo was refused ${method} ${rest}: ${answer.body}`);
    const [set] = answer.cookies;
    if (set) cookie = `${set.name}=${set.value}`;
    return answer;
  };
  await call('POST', '/open', {});
  await call('GET', '/document');
  const terms = (await call('GET', '/handwriting')).json<HandTerms>();
  const input: HandsInput = {
    points: terms.points.map(({ id }) => id),
    shown: [...new Set(terms.points.map(({ shownSha256 }) => shownSha256))],
    consentSha256: terms.consent.sha256,
    hands: await Promise.all(terms.points.map((point) => handOf(terms, point, world.clock.now()))),
  };
  await call('POST', '/handwriting', input);
  await world.jobs.drain();
}
