import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  children: ReactNode;
  /** What stands in the place of the children after an error. */
  fallback(retry: () => void, error: unknown): ReactNode;
  /** What its children show. With another it forgets the error, and they keep their state. */
  of?: string;
}

/** Confines an error to its children: what is around them keeps working. */
export class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: undefined };
  private retried: unknown;

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('nothing was thrown') };
  }

  override componentDidCatch(error: unknown) {
    // Code that could not be loaded stays missing until the page is loaded again.
    if (error === this.retried) location.reload();
    else console.error(error);
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (before.of !== this.props.of) this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return this.props.fallback(() => {
      this.retried = error;
      this.setState({ error: undefined });
    }, error);
  }
}
