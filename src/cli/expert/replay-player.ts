/**
 * Replays a signature at its original speed; this function's source is printed into the page, so it must not use
 * anything outside itself.
 */

/** Data of the page: points of pad, time and pressure, packed as rows. */
export interface ReplayData {
  /** Millimetres. */
  readonly width: number;
  readonly height: number;
  /** Rows of t in milliseconds, x, y in millimetres with y upwards, pressure 0 to 1, pen down 0 or 1. */
  readonly points: readonly (readonly [t: number, x: number, y: number, pressure: number, down: number])[];
  /** The pressure axis is drawn only if the device measured pressure. */
  readonly pressed: boolean;
}

export function playReplay(page: Document): void {
  const data: ReplayData = JSON.parse(page.getElementById('data')?.textContent ?? '');
  const { points } = data;
  const element = <T extends HTMLElement>(id: string): T => {
    const found = page.getElementById(id);
    if (found === null) throw new Error(`no ${id}`);
    return found as T;
  };
  const pad = element<HTMLCanvasElement>('pad');
  const play = element<HTMLButtonElement>('play');
  const slider = element<HTMLInputElement>('time');
  const dots = element<HTMLInputElement>('dots');
  const end = Math.max(1, points.at(-1)?.[0] ?? 0);
  let now = end;
  let rate = 1;
  let startedAt: number | null = null;

  const speeds = points.map(([t, x, y, , down], n) => {
    const before = points[n - 1];
    if (!before || !down || !before[4] || t <= before[0]) return 0;
    return Math.hypot(x - before[1], y - before[2]) / ((t - before[0]) / 1000);
  });
  // Averages over five points, since the device's time steps are coarser than the hand's movement.
  const smooth = speeds.map((_, n) => {
    const around = speeds.slice(Math.max(0, n - 2), n + 3);
    return around.reduce((sum, one) => sum + one, 0) / around.length;
  });

  const colour = (name: string): string => getComputedStyle(page.documentElement).getPropertyValue(name).trim();
  const prepared = (
    canvas: HTMLCanvasElement,
  ): { pen: CanvasRenderingContext2D; width: number; height: number } | null => {
    const pen = canvas.getContext('2d');
    const { clientWidth: width, clientHeight: height } = canvas;
    if (pen === null || width === 0) return null;
    const density = globalThis.devicePixelRatio || 1;
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * density);
    pen.scale(density, density);
    return { pen, width, height };
  };

  const drawPad = (): void => {
    const ready = prepared(pad);
    if (ready === null) return;
    const { pen, width, height } = ready;
    const scale = Math.min(width / data.width, height / data.height);
    const left = (width - data.width * scale) / 2;
    const place = (x: number, y: number): [number, number] => [left + x * scale, height - y * scale];
    pen.lineCap = 'round';
    pen.strokeStyle = '#1b2a6b';
    pen.fillStyle = '#f08c00';
    let last: (typeof points)[number] | null = null;
    for (const [n, point] of points.entries()) {
      if (point[0] > now) break;
      const before = points[n - 1];
      if (point[4] && before?.[4]) {
        pen.lineWidth = scale * (0.22 + 0.75 * (data.pressed ? (point[3] + before[3]) / 2 : 0.3));
        pen.beginPath();
        pen.moveTo(...place(before[1], before[2]));
        pen.lineTo(...place(point[1], point[2]));
        pen.stroke();
      }
      last = point;
    }
    if (dots.checked) {
      for (const [t, x, y, , down] of points) {
        if (t > now || !down) continue;
        pen.beginPath();
        pen.arc(...place(x, y), 1.8, 0, 2 * Math.PI);
        pen.fill();
      }
    }
    if (last !== null && now < end) {
      pen.beginPath();
      pen.arc(...place(last[1], last[2]), 5, 0, 2 * Math.PI);
      pen.lineWidth = 2;
      pen.strokeStyle = last[4] ? '#c4372f' : '#868f9d';
      pen.stroke();
    }
  };

  const drawChart = (id: string, values: readonly number[], most: number): void => {
    const ready = prepared(element<HTMLCanvasElement>(id));
    if (ready === null) return;
    const { pen, width, height } = ready;
    pen.fillStyle = colour('--soft');
    pen.strokeStyle = colour('--accent');
    pen.lineWidth = 1.5;
    pen.beginPath();
    for (const [n, value] of values.entries()) {
      const point = points[n];
      if (!point) continue;
      const [x, y] = [(point[0] / end) * width, height - 2 - (value / most) * (height - 6)];
      if (points[n - 1]?.[4] && point[4]) pen.lineTo(x, y);
      else pen.moveTo(x, y);
    }
    pen.stroke();
    pen.strokeStyle = colour('--bad');
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo((now / end) * width, 0);
    pen.lineTo((now / end) * width, height);
    pen.stroke();
  };

  const seconds = (time: number): string => `${(time / 1000).toFixed(2).replace('.', ',')} s`;
  const draw = (): void => {
    drawPad();
    if (data.pressed)
      drawChart(
        'pressure',
        points.map(([, , , pressure]) => pressure),
        1,
      );
    const fastest = smooth.reduce((a, b) => Math.max(a, b), 1);
    drawChart('speed', smooth, fastest);
    element('fastest').textContent = `massima ${Math.round(fastest)} mm/s`;
    slider.value = String(Math.round(now));
    slider.setAttribute('aria-valuetext', `${seconds(now)} di ${seconds(end)}`);
    element('clock').textContent = `${seconds(now)} di ${seconds(end)}`;
    play.textContent = startedAt === null ? 'Riproduci' : 'Pausa';
  };
  const step = (at: number): void => {
    if (startedAt === null) return;
    now = Math.min(end, (at - startedAt) * rate);
    if (now >= end) startedAt = null;
    else requestAnimationFrame(step);
    draw();
  };
  const begin = (): void => {
    if (now >= end) now = 0;
    startedAt = performance.now() - now / rate;
    requestAnimationFrame(step);
  };
  play.addEventListener('click', () => {
    if (startedAt === null) begin();
    else startedAt = null;
    draw();
  });
  slider.max = String(Math.round(end));
  slider.addEventListener('input', () => {
    startedAt = null;
    now = Number(slider.value);
    draw();
  });
  dots.addEventListener('change', draw);
  for (const choice of page.querySelectorAll<HTMLInputElement>('input[name=rate]')) {
    choice.addEventListener('change', () => {
      rate = Number(choice.value);
      if (startedAt !== null) startedAt = performance.now() - now / rate;
    });
  }
  globalThis.addEventListener('resize', draw);
  globalThis.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  draw();
}
