import type { SurfaceRequest } from '@assay/platform/http/surface';
import { keyed } from '@assay/platform/secrets';
import type { Level } from '../rules.ts';
import type { ProviderMode } from './rules.ts';
import { signedId } from './signature.ts';

/** An outside provider that checks people, as the settings name it. */
export interface ProviderSettings {
  /** Where people are sent, with `{reference}` and perhaps `{level}`. */
  readonly url: string;
  readonly secret: string;
  readonly mode: ProviderMode;
}

/** A person is sent there by a link and comes back as a signed event, which names nobody. */
export class Provider {
  readonly host: string;
  readonly #settings: ProviderSettings;
  readonly #key: Buffer;

  constructor(settings: ProviderSettings, key: Buffer) {
    this.#settings = settings;
    this.#key = key;
    this.host = new URL(settings.url.replaceAll(/[{}]/g, '')).host;
  }

  get mode(): ProviderMode {
    return this.#settings.mode;
  }

  /** Who wrote an entry of the record. */
  get by(): string {
    return `provider:${this.host}`;
  }

  linkFor({ caseId, level }: { readonly caseId: number; readonly level: Level }): string {
    const fields: Record<string, string> = { reference: this.referenceOf(caseId), level };
    return this.#settings.url.replaceAll(/\{(reference|level)\}/g, (_, name) => fields[name] ?? '');
  }

  /** The case of a reference, which cannot be guessed; null when it is of none. */
  caseOf(reference: string): number | null {
    const caseId = Number(/^[1-9]\d{0,14}(?=-)/.exec(reference)?.[0]);
    return this.referenceOf(caseId) === reference ? caseId : null;
  }

  referenceOf(caseId: number): string {
    return `${caseId}-${keyed(this.#key, 'provider', String(caseId)).toString('base64url')}`;
  }

  signedId(request: SurfaceRequest): string | null {
    return signedId(request, this.#settings.secret);
  }
}
