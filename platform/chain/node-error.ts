/**
 * `down`: no answer. `refused`: an answer that it will not. `behind`: it lacks what is known to
 * exist. `moved`: the chain changed while it was read, which the next look finds in order.
 * `lying`: answers that cannot all be true.
 */
export type NodeFault = 'down' | 'refused' | 'behind' | 'moved' | 'lying';

/** Why a node could not be read. Nothing was kept of what it said since the last step. */
export class NodeError extends Error {
  override readonly name = 'NodeError';
  readonly fault: NodeFault;
  readonly host: string;

  constructor(fault: NodeFault, host: string, what: string) {
    super(`The node ${host} ${what}.`);
    this.fault = fault;
    this.host = host;
  }
}

interface Named {
  readonly host: string;
}

export const behind = ({ host }: Named, what: string) => new NodeError('behind', host, what);
export const lying = ({ host }: Named, what: string) => new NodeError('lying', host, what);
export const moved = ({ host }: Named) =>
  new NodeError('moved', host, 'has another chain than a moment ago');
