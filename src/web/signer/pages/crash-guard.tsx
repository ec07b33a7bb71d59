/** The last error boundary: a rendering defect shows a way to continue instead of an empty screen. */
import { Component, type ReactNode } from 'react';
import type { Catalogue } from '../text/it.ts';
import { Button } from '../ui/button.tsx';

export class CrashGuard extends Component<{ words: Catalogue; children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    const { failure } = this.props.words;
    return (
      <main className="frame">
        <div className="content closed" role="alert">
          <h1>{failure.crashedTitle}</h1>
          <p className="lead">{failure.crashedText}</p>
          <Button onPress={() => location.reload()}>{failure.reload}</Button>
        </div>
      </main>
    );
  }
}
