import { describe, expect, it } from 'vitest';
import english from './messages/en.json' with { type: 'json' };
import { Messages } from './messages.ts';

describe('texts', () => {
  it('HTTP-023 falls back to English, and to the key when there is no text at all', () => {
    const messages = new Messages().add({ de: { 'http.notFound': 'Gibt es nicht.' } });
    expect(messages.language('de')).toBe('de');
    expect(messages.language('xx')).toBe('en');
    expect(messages.language(['de'])).toBe('en');
    expect(messages.text('de', 'http.notFound')).toBe('Gibt es nicht.');
    expect(messages.text('de', 'http.signIn')).toBe('Please log in first.');
    expect(messages.text('de', 'refusal.unheardOf')).toBe('refusal.unheardOf');
  });

  it('HTTP-025 inserts details, and names fields in plain words', () => {
    const messages = new Messages().add({ en: { 'name.quantity': 'The quantity' } });
    expect(messages.text('en', 'http.tooMany', { seconds: '7' })).toContain('wait 7 s');
    expect(messages.text('en', 'http.tooMany')).toContain('{seconds}');
    expect(messages.fieldText('en', 'quantity', 'positive')).toBe(
      'The quantity must be more than zero.',
    );
    expect(messages.fieldText('en', 'limitPrice', 'positive')).toBe(
      'Limit price must be more than zero.',
    );
    expect(messages.fieldText('en', 'quantity', 'unheardOf')).toBe('The quantity is not valid.');
  });

  it('HTTP-025 refuses two texts for one key', () => {
    const key = 'http.notFound';
    expect(() => new Messages().add({ en: { [key]: 'Another text.' } })).toThrow('Two texts');
    expect(() => new Messages().add({ en: { [key]: english[key] } })).not.toThrow();
  });
});
