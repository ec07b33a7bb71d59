/** The last error boundary: a rendering defect shows a way to continue instead of an empty screen. */
import { Component, type ReactNode } from 'react';

export interface CrashWords {
  crashedTitle: string;
  crashedText: string;
  reload: string;
}

export class CrashGuard extends Component<{ words: CrashWords; children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    const { words } = this.props;
    return (
      <main className="frame">
        <div className="content" role="alert">
          <h1>{words.crashedTitle}</h1>
          <p className="lead">{words.crashedText}</p>
          <button type="button" className="button button-primary" onClick={() => location.reload()}>
            {words.reload}
          </button>
        </div>
      </main>
    );
  }
}
