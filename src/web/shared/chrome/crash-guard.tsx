/** The last error boundary: a rendering defect shows a way to continue instead of an empty screen. */
import { Component, type ReactNode } from 'react';

export interface CrashTexts {
  crashedTitle: string;
  crashedText: string;
  reload: string;
}

export class ErrorBoundary extends Component<{ texts: CrashTexts; children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    const { texts } = this.props;
    return (
      <main className="frame">
        <div className="content" role="alert">
          <h1>{texts.crashedTitle}</h1>
          <p className="lead">{texts.crashedText}</p>
          <button type="button" className="button button-primary" onClick={() => location.reload()}>
            {texts.reload}
          </button>
        </div>
      </main>
    );
  }
}
