/**
 * Replays a signature at its original speed; the class's source is printed into the page, so it must not use anything
 * outside itself.
 */

/** Data of the page: points of pad, time and pressure, packed as rows. */
export interface ReplayData {
  /** Millimetres. */
  readonly width: number;
  readonly height: number;
  /** Rows of t in milliseconds, x, y in millimetres with y upwards, pressure 0 to 1, pen down 0 or 1. */
  readonly points: readonly Point[];
  /** The pressure axis is drawn only if the device measured pressure. */
  readonly pressed: boolean;
}

type Point = readonly [t: number, x: number, y: number, pressure: number, down: number];

interface Canvas {
  readonly pen: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
}

interface Pad {
  readonly pen: CanvasRenderingContext2D;
  /** Pixels per millimetre. */
  readonly scale: number;
  readonly place: (x: number, y: number) => [number, number];
}

export class ReplayPlayer {
  readonly #page: Document;
  readonly #data: ReplayData;
  /** Milliseconds at the last point. */
  readonly #end: number;
  /** Millimetres per second at each point. */
  readonly #speeds: readonly number[];
  readonly #play: HTMLButtonElement;
  readonly #slider: HTMLInputElement;
  readonly #dots: HTMLInputElement;
  #now: number;
  #rate = 1;
  /** Null while paused. */
  #startedAt: number | null = null;

  constructor(page: Document) {
    this.#page = page;
    this.#data = JSON.parse(page.getElementById('data')?.textContent ?? '');
    this.#end = Math.max(1, this.#data.points.at(-1)?.[0] ?? 0);
    this.#speeds = this.#smoothSpeeds();
    this.#play = this.#element('play');
    this.#slider = this.#element('time');
    this.#dots = this.#element('dots');
    this.#now = this.#end;
    this.#slider.max = String(Math.round(this.#end));
    this.#listen();
    this.#draw();
  }

  #element<T extends HTMLElement>(id: string): T {
    const element = this.#page.getElementById(id);
    if (element === null) throw new Error(`no ${id}`);
    return element as T;
  }

  #smoothSpeeds(): number[] {
    const { points } = this.#data;
    const speeds = points.map(([t, x, y, , down], n) => {
      const before = points[n - 1];
      if (!before || !down || !before[4] || t <= before[0]) return 0;
      return Math.hypot(x - before[1], y - before[2]) / ((t - before[0]) / 1000);
    });
    // Averages over five points, since the device's time steps are coarser than the hand's movement.
    return speeds.map((_, n) => {
      const neighbours = speeds.slice(Math.max(0, n - 2), n + 3);
      return neighbours.reduce((sum, speed) => sum + speed, 0) / neighbours.length;
    });
  }

  #listen(): void {
    const draw = (): void => this.#draw();
    this.#play.addEventListener('click', () => {
      if (this.#startedAt === null) this.#begin();
      else this.#startedAt = null;
      draw();
    });
    this.#slider.addEventListener('input', () => {
      this.#startedAt = null;
      this.#now = Number(this.#slider.value);
      draw();
    });
    this.#dots.addEventListener('change', draw);
    for (const choice of this.#page.querySelectorAll<HTMLInputElement>('input[name=rate]')) {
      choice.addEventListener('change', () => {
        this.#rate = Number(choice.value);
        if (this.#startedAt !== null) this.#startedAt = performance.now() - this.#now / this.#rate;
      });
    }
    globalThis.addEventListener('resize', draw);
    globalThis.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  }

  #begin(): void {
    if (this.#now >= this.#end) this.#now = 0;
    this.#startedAt = performance.now() - this.#now / this.#rate;
    requestAnimationFrame((now) => this.#step(now));
  }

  #step(now: number): void {
    if (this.#startedAt === null) return;
    this.#now = Math.min(this.#end, (now - this.#startedAt) * this.#rate);
    if (this.#now >= this.#end) this.#startedAt = null;
    else requestAnimationFrame((time) => this.#step(time));
    this.#draw();
  }

  #draw(): void {
    this.#drawPad();
    if (this.#data.pressed) {
      const pressures = this.#data.points.map(([, , , pressure]) => pressure);
      this.#drawChart('pressure', pressures, 1);
    }
    const fastest = this.#speeds.reduce((a, b) => Math.max(a, b), 1);
    this.#drawChart('speed', this.#speeds, fastest);
    this.#element('fastest').textContent = `massima ${Math.round(fastest)} mm/s`;
    const seconds = (time: number): string => `${(time / 1000).toFixed(2).replace('.', ',')} s`;
    const position = `${seconds(this.#now)} di ${seconds(this.#end)}`;
    this.#slider.value = String(Math.round(this.#now));
    this.#slider.setAttribute('aria-valuetext', position);
    this.#element('clock').textContent = position;
    this.#play.textContent = this.#startedAt === null ? 'Riproduci' : 'Pausa';
  }

  /** Clears the canvas and fits it to the screen's pixels; null while it is hidden. */
  #prepared(id: string): Canvas | null {
    const canvas = this.#element<HTMLCanvasElement>(id);
    const pen = canvas.getContext('2d');
    const { clientWidth: width, clientHeight: height } = canvas;
    if (pen === null || width === 0) return null;
    const density = globalThis.devicePixelRatio || 1;
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * density);
    pen.scale(density, density);
    return { pen, width, height };
  }

  #drawPad(): void {
    const ready = this.#prepared('pad');
    if (ready === null) return;
    const { pen, width, height } = ready;
    const scale = Math.min(width / this.#data.width, height / this.#data.height);
    const left = (width - this.#data.width * scale) / 2;
    const pad: Pad = { pen, scale, place: (x, y) => [left + x * scale, height - y * scale] };
    const last = this.#drawStrokes(pad);
    if (this.#dots.checked) this.#drawDots(pad);
    if (last !== null && this.#now < this.#end) this.#drawPen(pad, last);
  }

  /** @returns the last point reached. */
  #drawStrokes({ pen, scale, place }: Pad): Point | null {
    const { points, pressed } = this.#data;
    pen.lineCap = 'round';
    pen.strokeStyle = '#1b2a6b';
    let last: Point | null = null;
    for (const [n, point] of points.entries()) {
      if (point[0] > this.#now) break;
      const before = points[n - 1];
      if (point[4] && before?.[4]) {
        pen.lineWidth = scale * (0.22 + 0.75 * (pressed ? (point[3] + before[3]) / 2 : 0.3));
        pen.beginPath();
        pen.moveTo(...place(before[1], before[2]));
        pen.lineTo(...place(point[1], point[2]));
        pen.stroke();
      }
      last = point;
    }
    return last;
  }

  /** The points measured with the pen down. */
  #drawDots({ pen, place }: Pad): void {
    pen.fillStyle = '#f08c00';
    for (const [t, x, y, , down] of this.#data.points) {
      if (t > this.#now || !down) continue;
      pen.beginPath();
      pen.arc(...place(x, y), 1.8, 0, 2 * Math.PI);
      pen.fill();
    }
  }

  /** A ring at the current position: red on the pad, grey above it. */
  #drawPen({ pen, place }: Pad, [, x, y, , down]: Point): void {
    pen.beginPath();
    pen.arc(...place(x, y), 5, 0, 2 * Math.PI);
    pen.lineWidth = 2;
    pen.strokeStyle = down ? '#c4372f' : '#868f9d';
    pen.stroke();
  }

  #drawChart(id: string, values: readonly number[], maximum: number): void {
    const ready = this.#prepared(id);
    if (ready === null) return;
    const { pen, width, height } = ready;
    const { points } = this.#data;
    const colour = (name: string): string => getComputedStyle(this.#page.documentElement).getPropertyValue(name).trim();
    pen.fillStyle = colour('--soft');
    pen.strokeStyle = colour('--accent');
    pen.lineWidth = 1.5;
    pen.beginPath();
    for (const [n, value] of values.entries()) {
      const point = points[n];
      if (!point) continue;
      const [x, y] = [(point[0] / this.#end) * width, height - 2 - (value / maximum) * (height - 6)];
      if (points[n - 1]?.[4] && point[4]) pen.lineTo(x, y);
      else pen.moveTo(x, y);
    }
    pen.stroke();
    pen.strokeStyle = colour('--bad');
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo((this.#now / this.#end) * width, 0);
    pen.lineTo((this.#now / this.#end) * width, height);
    pen.stroke();
  }
}
