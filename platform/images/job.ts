import type { ImageType } from './magic.ts';

/** What the process that decodes is asked for. */
export type Job =
  | { readonly job: 'clean'; readonly type: ImageType }
  | { readonly job: 'mark'; readonly lines: readonly string[] };

/** Why an image is not taken. */
export type ImageFault = 'unreadable' | 'tooManyPixels' | 'tooSmall' | 'tooSlow';

/** What is known of a clean image. */
export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  /** 256 bits in hexadecimal, of which similar images differ in few. */
  readonly likeness: string;
}

/** An answer, with the memory that the process uses; the image goes with it. */
export type Done = { readonly memoryBytes: number } & (
  | { readonly done: 'ready' }
  | { readonly done: 'clean'; readonly facts: ImageFacts }
  | { readonly done: 'marked' }
  | { readonly done: 'refused'; readonly fault: ImageFault }
);
