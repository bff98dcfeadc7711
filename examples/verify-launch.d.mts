/** The published file of a result; rows: number, lots asked for, lots got. */
export interface LaunchFile {
  readonly rule: string;
  readonly launchId: number;
  readonly symbol: string;
  readonly people: number;
  readonly supplyLots: number;
  readonly capLots: number;
  readonly cancelled: boolean;
  readonly rows: readonly (readonly [number, number, number])[];
}

export interface VerifiedLaunch {
  readonly people: number;
  readonly asked: number;
  readonly sold: number;
  readonly own: { readonly asked: number; readonly got: number } | null;
}

/** @throws Error that says what is wrong with it */
export function verifyLaunch(file: LaunchFile, number?: number): VerifiedLaunch;

export function readLaunch(page: (after: number) => Promise<LaunchFile>): Promise<LaunchFile>;
