import { describe, expect, it } from 'vitest';
import {
  isCommonPassword,
  loginLock,
  loginLockOf,
  maskEmail,
  maskPhone,
  normalEmail,
} from './rules/index.ts';

describe('rules of identity', () => {
  it('IDEN-013 reads e-mail addresses into one form, and refuses everything else', () => {
    const right = {
      'Anna@Example.COM': 'anna@example.com',
      ' a.b+c@sub.example.co.uk ': 'a.b+c@sub.example.co.uk',
      "o'neil@example.ie": "o'neil@example.ie",
    };
    for (const [written, normal] of Object.entries(right))
      expect(normalEmail(written)).toBe(normal);
    const wrong = ['', 'a', '@', 'a@', '@b.c', 'a@b', 'a@b@c.de', 'a b@c.de', 'a@-b.de', 'a@b..de'];
    wrong.push('.a@b.de', 'a.@b.de', 'a..b@c.de', 'a@b.de\r\nbcc: x@y.z', '<a@b.de>', 'a@1.2.3.4');
    wrong.push(`${'a'.repeat(65)}@b.de`, `a@${'b'.repeat(64)}.de`, 'ä@b.de', 'a@b.de,c@d.ef');
    for (const written of wrong) expect([written, normalEmail(written)]).toEqual([written, null]);
  });

  it('IDEN-014 recognises the passwords that are guessed first', () => {
    const common = ['password12', 'Passw0rd123!', 'P@ssw0rd2024', '1234567890', '0987654321'];
    common.push('qwertyuiop', 'QWERTYUIOP1!', 'abcdefghij', 'aaaaaaaaaaaa', 'abababababab');
    common.push(
      'iloveyou2023',
      'bitcoin2021!',
      'passwordpassword',
      '12345678901234',
      'admin123456',
    );
    common.push('welcome-admin', 'letmein!!!!!!', '1111111111', 'football123', 'assay2026!!');
    for (const password of common) {
      expect([password, isCommonPassword(password, 'x@y.z')]).toEqual([password, true]);
    }
    expect(isCommonPassword('annaschmidt1', 'annaschmidt@example.com')).toBe(true);
    const good = [
      'correct horse battery',
      'tr0ub4dor&3xyz',
      'mQ7!vb2#kLp9',
      'der alte Mann am Meer',
    ];
    good.push('9f8c1e7a2b', 'пароль от сейфа', 'blue-otter-sings');
    for (const password of good) {
      expect([password, isCommonPassword(password, 'anna@example.com')]).toEqual([password, false]);
    }
  });

  it('IDEN-022 locks by the number of failures within a day of the first', () => {
    const now = 1_000_000_000;
    const lock = (failures: number, ago = 0, firstAgo = ago) =>
      loginLockOf({ failures, firstAt: now - firstAgo, lastAt: now - ago }, loginLock, now);
    expect(loginLockOf(null, loginLock, now)).toEqual({
      waitMs: 0,
      codeNeeded: false,
      fresh: true,
    });
    expect(lock(4).waitMs).toBe(0);
    expect(lock(5).waitMs).toBe(60_000);
    expect(lock(9, 59_999).waitMs).toBe(1);
    expect(lock(9, 60_000).waitMs).toBe(0);
    expect(lock(10).waitMs).toBe(900_000);
    expect(lock(19, 900_000).waitMs).toBe(0);
    expect(lock(20)).toEqual({ waitMs: 0, codeNeeded: true, fresh: false });
    expect(lock(20, 0, 86_399_999).codeNeeded).toBe(true);
    expect(lock(20, 0, 86_400_000)).toEqual({ waitMs: 0, codeNeeded: false, fresh: true });
  });

  it('IDEN-026 masks what is shown of an address or a number', () => {
    expect(maskEmail('anna@example.com')).toBe('a***@example.com');
    expect(maskPhone('+4915123456789')).toBe('+49***6789');
  });
});
