/** The published file of a result; rows: number, lots asked for, lots got. */
export interface LaunchFile {
  readonly rule: string;
  readonly launchId: number;
  readonly symbol: string;
  readonly people: number;
  readonly supplyLots: number;
  readonly capLots: number;
  readonly cancelled: boolean;
  /** Of a lottery: what was signed, and what came of it. */
  readonly lottery?: LotteryFile | undefined;
  readonly closesAt?: number;
  readonly rows: readonly (readonly [number, number, number])[];
}

export interface LotteryFile {
  readonly chain: string;
  readonly publicKey: string;
  readonly round: number;
  readonly ticketLots: number;
  readonly listDigest: string;
  readonly signature: string;
  readonly value: string;
}

export interface VerifiedLaunch {
  readonly people: number;
  readonly asked: number;
  readonly sold: number;
  readonly own: {
    readonly asked: number;
    readonly got: number;
    /** The numbers of the tickets that won. */
    readonly won: readonly number[];
  } | null;
  /** `isChecked`: the signature of the round too. */
  readonly lottery: {
    readonly beacon: 'quicknet' | 'practice';
    readonly isDrawn: boolean;
    readonly isChecked: boolean;
  } | null;
}

/** @throws Error that says what is wrong with it */
export function verifyLaunch(
  file: LaunchFile,
  number?: number,
  isSigned?: (publicKey: string, round: number, signature: string) => boolean,
): VerifiedLaunch;

/** `curve`: `bls12_381` of @noble/curves. */
export function signedBy(
  curve: unknown,
): (publicKey: string, round: number, signature: string) => boolean;

/** In hexadecimal. */
export function sha256(bytes: Uint8Array): string;

export function readLaunch(page: (after: number) => Promise<LaunchFile>): Promise<LaunchFile>;
