import fs from 'node:fs';
import os from 'node:os';

const MiB = 1024 * 1024;

export interface HostResources {
  memoryBytes: number;
  diskFreeBytes: number;
  cores: number;
}

export function hostResources(folder: string): HostResources {
  const limit = process.constrainedMemory();
  const total = os.totalmem();
  const disk = fs.statfsSync(folder);
  return {
    memoryBytes: limit > 0 && limit < total ? limit : total,
    diskFreeBytes: disk.bavail * disk.bsize,
    cores: os.availableParallelism(),
  };
}

function clamp(low: number, value: number, high: number): number {
  return Math.round(Math.min(high, Math.max(low, value)));
}

/**
 * Settings of the embedded server. With PostgreSQL's defaults a checkpoint under full load delays
 * commits by about a second; a large write-ahead log and rare checkpoints reduce the worst case to
 * 50 ms. Everything that makes a commit durable stays on.
 */
export function tunedSettings(machine: HostResources, lz4: boolean): Record<string, string> {
  const buffersMb = clamp(64, machine.memoryBytes / 10 / MiB, 2048);
  const walMb = clamp(512, machine.diskFreeBytes / 10 / MiB, 8192);
  return {
    shared_buffers: `${buffersMb}MB`,
    effective_cache_size: `${clamp(256, machine.memoryBytes / 2 / MiB, 1 << 20)}MB`,
    max_wal_size: `${walMb}MB`,
    min_wal_size: `${clamp(128, walMb / 8, 1024)}MB`,
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    wal_compression: lz4 ? 'lz4' : 'off',
    default_toast_compression: lz4 ? 'lz4' : 'pglz',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // After a crash every file must be synced before recovery: one call instead of a thousand.
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    max_connections: '60',
    // On two cores a report must not take both from trading.
    max_parallel_workers_per_gather: machine.cores > 4 ? '2' : '0',
    jit: 'off',
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'on',
    // Statements contain people's data and stay out of the log.
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
  };
}

/** The text of a postgresql.conf. */
export function settingsFile(settings: Record<string, string>): string {
  const lines = Object.entries(settings).map(
    ([key, value]) => `${key} = '${value.replaceAll("'", "''")}'`,
  );
  return `# Written at every start; changes made here are lost.\n${lines.join('\n')}\n`;
}
