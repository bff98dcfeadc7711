/** Limits on the number of sockets, and on each of them. */
export interface SocketLimits {
  readonly connections: number;
  /** Open at once, of one address, of its network, and of an account that proves itself. */
  readonly connectionsPerAddress: number;
  readonly connectionsPerNetwork: number;
  readonly connectionsPerAccount: number;
  /** New connections in OPENS_MS. The span is short: who has gone is soon forgotten. */
  readonly opensPerAddress: number;
  readonly opensPerNetwork: number;
  readonly opensPerAccount: number;
  /** Streams that are read at once, on all connections together. */
  readonly streamsPerAddress: number;
  readonly streamsPerNetwork: number;
  readonly streamsPerAccount: number;
  /** Messages where the protocol has no limit of its own; pings and pongs everywhere. */
  readonly messagesPerSecond: number;
  readonly messageBytes: number;
  /** Above this many unsent bytes a socket is closed: its client cannot ask for what it missed. */
  readonly closeBytes: number;
  /** Above this many unsent bytes in total those furthest behind are closed. */
  readonly closeBytesOfAll: number;
}

export const socketLimits: SocketLimits = {
  connections: 10_000,
  connectionsPerAddress: 500,
  connectionsPerNetwork: 1_000,
  connectionsPerAccount: 100,
  opensPerAddress: 100,
  opensPerNetwork: 300,
  opensPerAccount: 100,
  streamsPerAddress: 2_048,
  streamsPerNetwork: 4_096,
  streamsPerAccount: 2_048,
  messagesPerSecond: 5,
  messageBytes: 64 * 1024,
  closeBytes: 1024 * 1024,
  closeBytesOfAll: 512 * 1024 * 1024,
};

/** The number of connections times `factor`, for load tests; limits of one socket stay. */
export function scaleSocketLimits(factor: number): SocketLimits {
  const scaled = (name: keyof SocketLimits) => Math.ceil(socketLimits[name] * factor);
  return {
    ...socketLimits,
    connections: scaled('connections'),
    connectionsPerAddress: scaled('connectionsPerAddress'),
    connectionsPerNetwork: scaled('connectionsPerNetwork'),
    connectionsPerAccount: scaled('connectionsPerAccount'),
    opensPerAddress: scaled('opensPerAddress'),
    opensPerNetwork: scaled('opensPerNetwork'),
    opensPerAccount: scaled('opensPerAccount'),
    streamsPerAddress: scaled('streamsPerAddress'),
    streamsPerNetwork: scaled('streamsPerNetwork'),
    streamsPerAccount: scaled('streamsPerAccount'),
  };
}
