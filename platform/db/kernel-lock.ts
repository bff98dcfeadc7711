import { spawnSync } from 'node:child_process';

/** `unavailable`: no program here can ask the kernel, or the file system has no locks. */
export type LockResult = 'taken' | 'busy' | 'unavailable';

/**
 * Node cannot lock a file, but a lock of flock(2) belongs to the open file, not to the process that
 * asked for it: a program that inherits the descriptor takes the lock and ends, and we keep it.
 * Each ends with 1, without a word, when somebody else has the lock.
 */
const DESCRIPTOR = 3;
const LOCK_EXCLUSIVELY_AT_ONCE = 6;
const programs: readonly (readonly [string, readonly string[]])[] = [
  ['flock', ['-n', String(DESCRIPTOR)]],
  [
    'perl',
    [
      '-e',
      `open(my $file, "<&=", ${DESCRIPTOR}) or exit 2;
       flock($file, ${LOCK_EXCLUSIVELY_AT_ONCE}) or exit($!{EWOULDBLOCK} ? 1 : 2);`,
    ],
  ],
];

/**
 * Takes the kernel's lock on an open file. The lock holds across namespaces of processes, and lasts
 * until every process that has inherited `fd` has closed it or has ended, however it ends.
 */
export function kernelLock(fd: number): LockResult {
  for (const [program, parameters] of programs) {
    const { status, stderr } = spawnSync(program, parameters, {
      stdio: ['ignore', 'ignore', 'pipe', fd],
    });
    if (status === 0) return 'taken';
    if (status === 1 && stderr.length === 0) return 'busy';
  }
  return 'unavailable';
}
