/** Which pointer events the recorder keeps, and which it does not count as handwriting. */
import { describe, expect, it } from 'vitest';
import { captureOf, inkOf } from '#formats/ink/iso-capture.ts';
import { inkFlaws } from '#formats/ink/quality.ts';
import { type PenEvent, Recorder } from './recorder.ts';

const pad = { left: 100, top: 50, width: 384, height: 192 };
const origin = Date.UTC(2026, 10, 20, 9, 0, 0);

function event(type: string, change: Partial<PenEvent> = {}): PenEvent {
  return {
    type,
    pointerId: 1,
    pointerType: 'pen',
    clientX: 200,
    clientY: 100,
    pressure: 0.4,
    tiltX: 12,
    tiltY: -8,
    timeStamp: 5000,
    ...change,
  };
}

function recorded(events: readonly PenEvent[]): ReturnType<Recorder['capture']> {
  const recorder = new Recorder(pad, origin);
  for (const penEvent of events) recorder.record(penEvent);
  return recorder.capture();
}

/** Loops of a pen or finger, as a browser reports them: several coalesced points per frame. */
function loops(change: Partial<PenEvent> = {}): PenEvent[] {
  const sampleAt = (n: number): Partial<PenEvent> => ({
    clientX: 120 + n + 20 * Math.sin(n / 6),
    clientY: 140 + 30 * Math.cos(n / 6),
    pressure: 0.3 + (n % 40) / 100,
    timeStamp: 5000 + n * 4,
    ...change,
  });
  const frames = Array.from({ length: 50 }, (_, frame) => {
    const coalesced = [1, 2, 3, 4].map((k) => event('pointermove', sampleAt(frame * 4 + k)));
    return event('pointermove', { ...sampleAt(frame * 4 + 4), getCoalescedEvents: () => coalesced });
  });
  return [event('pointerdown', sampleAt(0)), ...frames, event('pointerup', { ...sampleAt(201), pressure: 0 })];
}

/** The time and the state of the pen of each point. */
const timeline = (points: readonly { readonly t: number; readonly down: boolean }[]): string =>
  points.map(({ t, down }) => `${t} ${down ? 'down' : 'up'}`).join(', ');

describe('a pen', () => {
  it('is recorded at its full rate, with pressure and tilt, in millimetres and from its first touch', () => {
    const { points, pointer, pressed, startedAt, width, height } = recorded(loops());
    expect(points).toHaveLength(202);
    expect({ pointer, pressed, startedAt }).toEqual({
      pointer: 'pen',
      pressed: true,
      startedAt: new Date(origin + 5000),
    });
    expect([width, height]).toEqual([101.6, 50.8]);
    expect(points[0]).toMatchObject({ t: 0, pressure: 0.3, tilt: [12, -8], down: true });
    expect(points[3]?.t).toBe(12);
    // 30 px above the line at 140 px: 170 px, which is 72 px above the lower edge.
    expect(points[0]?.y).toBeCloseTo((72 * 25.4) / 96, 6);
    expect(points[0]?.x).toBeCloseTo((20 * 25.4) / 96, 6);
  });

  it('passes the quality check, and round-trips through its encoding', () => {
    const capture = recorded(loops());
    expect(inkFlaws(capture, { advanced: true, mouseAllowed: false })).toEqual([]);
    expect(captureOf(inkOf(capture)).points).toHaveLength(202);
  });

  it('that lifts is a point without pressure, not down', () => {
    const { points } = recorded([event('pointerdown'), event('pointerup', { timeStamp: 5100, pressure: 0.2 })]);
    expect(points.map(({ down, pressure }) => [down, pressure])).toEqual([
      [true, 0.4],
      [false, 0],
    ]);
  });

  it('is followed through the air between strokes, but not before the first or after the last', () => {
    const hover = (timeStamp: number) => event('pointermove', { timeStamp, pressure: 0 });
    const { points } = recorded([
      hover(4000),
      event('pointerdown'),
      event('pointerup', { timeStamp: 5010 }),
      hover(5020),
      event('pointerdown', { timeStamp: 5030 }),
      event('pointerup', { timeStamp: 5040 }),
      hover(5050),
      hover(9000),
    ]);
    expect(timeline(points)).toBe('0 down, 10 up, 20 up, 30 down, 40 up');
  });

  it('that does not report its orientation has no tilt', () => {
    expect(recorded(loops({ tiltX: 0, tiltY: 0 })).points.every(({ tilt }) => tilt === null)).toBe(true);
  });

  it('excludes the palm', () => {
    const palm = { pointerId: 7, pointerType: 'touch', clientX: 400 };
    const { points, pointer } = recorded([
      event('pointerdown'),
      event('pointerdown', palm),
      event('pointermove', palm),
      event('pointerup', palm),
      event('pointerup', { timeStamp: 5100 }),
      event('pointerdown', palm),
      event('pointermove', palm),
    ]);
    expect(points).toHaveLength(2);
    expect(pointer).toBe('pen');
  });

  const palm = { pointerId: 7, pointerType: 'touch', clientX: 400, pressure: 0.5 };

  it.each(['pointerup', 'pointercancel'])('writes even if the palm touched first, and ends by %s', (lifts) => {
    const dropped: number[] = [];
    const recorder = new Recorder(pad, origin, (remaining) => dropped.push(remaining.length));
    const changes = [
      event('pointerdown', { ...palm, timeStamp: 4000 }),
      event('pointermove', { ...palm, timeStamp: 4500 }),
      event('pointerdown'),
      event(lifts, palm),
      event('pointermove', { timeStamp: 5010 }),
      event('pointerup', { timeStamp: 5100 }),
      event('pointerdown', { timeStamp: 5200 }),
      event('pointerup', { timeStamp: 5300 }),
    ].map((penEvent) => recorder.record(penEvent));
    expect(changes).toEqual([true, true, true, false, true, true, true, true]);
    expect(dropped).toEqual([0]);
    const { pointer, points, startedAt } = recorder.capture();
    expect({ pointer, startedAt }).toEqual({ pointer: 'pen', startedAt: new Date(origin + 5000) });
    expect(points.map(({ t }) => t)).toEqual([0, 10, 100, 200, 300]);
  });

  it('approaching while a finger draws makes that finger the palm; earlier handwriting stays', () => {
    const finger = { ...palm, pointerId: 3 };
    const { pointer, points } = recorded([
      event('pointerdown', finger),
      event('pointerup', finger),
      event('pointerdown', { ...palm, timeStamp: 5020 }),
      event('pointermove', { timeStamp: 5030, pressure: 0 }),
      event('pointermove', { ...palm, timeStamp: 5040 }),
      event('pointerup', { ...palm, timeStamp: 5050 }),
      event('pointerdown', { timeStamp: 5060 }),
      event('pointerup', { timeStamp: 5070 }),
    ]);
    expect(pointer).toBe('touch');
    expect(timeline(points)).toBe('0 down, 0 up, 30 up, 60 down, 70 up');
  });

  it('excludes the palm from a cleared pad', () => {
    const recorder = new Recorder(pad, origin);
    for (const penEvent of loops()) recorder.record(penEvent);
    recorder.clear();
    expect(recorder.record(event('pointerdown', palm))).toBe(false);
    expect(recorder.record(event('pointerdown'))).toBe(true);
    expect(recorder.capture().pointer).toBe('pen');
  });

  it('never has decreasing times', () => {
    const { points } = recorded([
      event('pointerdown'),
      event('pointermove', { timeStamp: 5100 }),
      event('pointerup', { timeStamp: 5090 }),
    ]);
    expect(points.map(({ t }) => t)).toEqual([0, 100, 100]);
  });

  it('with a cancelled stroke has lifted', () => {
    const { points } = recorded([
      event('pointerdown'),
      event('pointercancel', { timeStamp: 5010 }),
      event('pointermove', { pointerType: 'touch' }),
    ]);
    expect(points.map(({ down }) => down)).toEqual([true, false]);
  });
});

describe('other pointers', () => {
  it('a mouse is marked, and has no pressure', () => {
    const capture = recorded(loops({ pointerType: 'mouse' }));
    expect(capture).toMatchObject({ pointer: 'mouse', pressed: false });
    expect(capture.points.every(({ tilt }) => tilt === null)).toBe(true);
    expect(inkFlaws(capture, { advanced: true, mouseAllowed: true })).toEqual(['ink.mouse']);
  });

  it('one stroke by mouse makes it a signature by mouse', () => {
    const mouse = { pointerId: 2, pointerType: 'mouse' };
    expect(recorded([...loops(), event('pointerdown', mouse), event('pointerup', mouse)]).pointer).toBe('mouse');
  });

  it('a finger on a screen without pressure has none', () => {
    const capture = recorded(loops({ pointerType: 'touch', pressure: 0.5 }));
    expect(capture).toMatchObject({ pointer: 'touch', pressed: false });
    expect(inkFlaws(capture, { advanced: true, mouseAllowed: true })).toEqual(['ink.noPressure']);
  });

  it('a second finger draws nothing', () => {
    const finger = { pointerType: 'touch' };
    const { points } = recorded([
      event('pointerdown', finger),
      event('pointerdown', { ...finger, pointerId: 2 }),
      event('pointermove', { ...finger, pointerId: 2 }),
      event('pointerup', { ...finger, timeStamp: 5001 }),
    ]);
    expect(points).toHaveLength(2);
  });
});

describe('a cleared pad', () => {
  it('is empty, and starts again', () => {
    const recorder = new Recorder(pad, origin);
    for (const penEvent of loops({ pointerType: 'mouse' })) recorder.record(penEvent);
    recorder.clear();
    expect(recorder.capture().points).toEqual([]);
    recorder.record(event('pointerdown', { timeStamp: 9000 }));
    expect(recorder.capture()).toMatchObject({ pointer: 'pen', startedAt: new Date(origin + 9000) });
    expect(recorder.capture().points[0]?.t).toBe(0);
  });

  it('reports whether there is something new to draw', () => {
    const recorder = new Recorder(pad, origin);
    expect(recorder.record(event('pointermove'))).toBe(false);
    expect(recorder.record(event('pointerdown'))).toBe(true);
    expect(recorder.record(event('pointermove'))).toBe(true);
    expect(recorder.record(event('pointerup'))).toBe(true);
  });
});
