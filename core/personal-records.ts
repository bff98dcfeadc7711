/** What a part of the server keeps about a person. */
export interface PersonalRecords {
  /** All of it but secrets, for the download of their data. */
  read(userId: number): unknown;
  /** Erases what no law keeps, when the account is closed; the same again after a crash. */
  close?(userId: number, now: number): Promise<unknown>;
  /** Erases the rest, when no law keeps it any longer; the same again after a crash. */
  erase?(userId: number, now: number): Promise<unknown>;
}
