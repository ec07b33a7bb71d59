/** Error boundary: a rendering defect shows a way to continue instead of an empty screen. */
import { Component, type ReactNode } from 'react';
import type { Words } from '../text/it.ts';
import { Button } from './button.tsx';

export class CrashGuard extends Component<{ words: Words; children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    const { failed } = this.props.words;
    return (
      <main className="frame">
        <div className="content" role="alert">
          <h1>{failed.crashedTitle}</h1>
          <p className="lead">{failed.crashedText}</p>
          <Button onPress={() => location.reload()}>{failed.reload}</Button>
        </div>
      </main>
    );
  }
}
