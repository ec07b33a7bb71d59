/** Signing by hand in tests: what a tablet requests, writes, seals and submits. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { HandsInput, HandTerms } from '#contract/signing/handwriting.ts';
import { drawingDigest, drawingOf } from '#formats/ink/drawing.ts';
import { sealInk } from '#formats/ink/envelope.ts';
import { captureOf, inkOf } from '#formats/ink/iso-capture.ts';
import { type SampleOptions, sampleCapture } from '#formats/ink/samples.suite.ts';
import type { TestTablet } from './devices.ts';

/** A browser on a tablet: its proof and the cookie of one customer. */
export class TabletBrowser {
  readonly app: FastifyInstance;
  readonly tablet: TestTablet;
  readonly now: () => Date;
  cookie: string | undefined;

  constructor(app: FastifyInstance, tablet: TestTablet, now: () => Date) {
    this.app = app;
    this.tablet = tablet;
    this.now = now;
  }

  /** @param forged headers sent instead of the proof. */
  async call(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    forged?: Record<string, string>,
  ): Promise<LightMyRequestResponse> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = { method, path, time: this.now().getTime(), ...(text === undefined ? {} : { body: text }) };
    const answer = await this.app.inject({
      method,
      url: path,
      headers: {
        'user-agent': 'Tablet di prova',
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
        ...(forged ?? this.tablet.proof(sent)),
      },
      ...(text === undefined ? {} : { payload: text }),
    });
    const [cookie] = answer.cookies;
    if (cookie !== undefined) this.cookie = `${cookie.name}=${cookie.value}`;
    return answer;
  }
}

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

/** The tablet's submission for the given terms, written by a steady hand. */
export async function handwritingFor(
  terms: HandTerms,
  change: { sample?: SampleOptions; custodian?: Uint8Array; session?: string; field?: string } = {},
): Promise<HandsInput> {
  const custodian = change.custodian ?? new Uint8Array(Buffer.from(terms.custodian.certificate, 'base64'));
  const hands = terms.points.map(async ({ id, field, shownSha256 }) => {
    const capture = sampleCapture(change.sample);
    const ink = inkOf(capture);
    const drawing = drawingOf(captureOf(ink));
    const envelope = await sealInk(
      {
        ink,
        shownSha256: bytesOf(shownSha256),
        session: change.session ?? terms.session,
        field: change.field ?? field,
        drawingSha256: await drawingDigest(drawing),
      },
      custodian,
    );
    return {
      point: id,
      envelope: Buffer.from(envelope).toString('base64'),
      drawing: { ...drawing, lines: drawing.lines.map((line) => line.map(([x, y]): [number, number] => [x, y])) },
      pointer: capture.pointer,
    };
  });
  return {
    points: terms.points.map(({ id }) => id),
    shown: [...new Set(terms.points.map(({ shownSha256 }) => shownSha256))],
    consentSha256: terms.consent.sha256,
    hands: await Promise.all(hands),
  };
}
