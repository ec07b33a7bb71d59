/** Parses a text/event-stream incrementally. Pure. */
export interface StreamEvent {
  event: string;
  data: unknown;
}

/** Splits text into events; keeps an incomplete one for later. */
export class EventReader {
  private rest = '';

  /** Events completed by this part, without comments (heartbeats) and invalid JSON. */
  read(part: string): StreamEvent[] {
    const blocks = (this.rest + part).split('\n\n');
    this.rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const event = /^event: ?(.*)$/m.exec(block)?.[1];
      const data = /^data: ?(.*)$/m.exec(block)?.[1];
      if (event === undefined || data === undefined) return [];
      try {
        return [{ event, data: JSON.parse(data) }];
      } catch {
        return [];
      }
    });
  }
}
