/** Reads a text/event-stream as it comes. Pure. */
export interface StreamEvent {
  event: string;
  data: unknown;
}

/** Cuts text into events; keeps what has not ended yet. */
export class EventReader {
  private rest = '';

  /** Events that are complete with this part; comments (heartbeats) and what is not JSON are left out. */
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
