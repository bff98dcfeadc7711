import { useDeskPreferences } from './layout/preferences.ts';

export type Sound = 'accepted' | 'filled' | 'refused';

/** Two short notes in Hz: rising for good news, falling for bad. */
const NOTES: Readonly<Record<Sound, readonly [number, number]>> = {
  accepted: [660, 660],
  filled: [660, 990],
  refused: [440, 330],
};

const NOTE_S = 0.09;
const LOUDNESS = 0.08;

let context: AudioContext | null = null;

/** Plays a short signal when the person has switched sounds on; never otherwise. */
export function playSound(sound: Sound): void {
  if (!useDeskPreferences.getState().sound) return;
  context ??= new AudioContext();
  const { currentTime, destination } = context;
  for (const [i, pitch] of NOTES[sound].entries()) {
    const oscillator = context.createOscillator();
    const volume = context.createGain();
    const from = currentTime + i * NOTE_S;
    volume.gain.setValueAtTime(LOUDNESS, from);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + NOTE_S);
    oscillator.frequency.value = pitch;
    oscillator.connect(volume).connect(destination);
    oscillator.start(from);
    oscillator.stop(from + NOTE_S);
  }
}
