import { describe, expect, it } from 'vitest';
import { loginPath, paths, redirectTarget } from './paths.ts';

const from = (redirect: string) => redirectTarget(new URLSearchParams({ redirect }));

describe('redirects to the login and back', () => {
  it('keeps path and query', () => {
    const login = loginPath({ pathname: paths.subAccounts, search: '?status=disabled&pageNo=2' });
    expect(redirectTarget(new URLSearchParams(login.split('?')[1]))).toBe(
      '/subpage/sonAccount?status=disabled&pageNo=2',
    );
  });

  it('leads home when no other page was requested', () => {
    expect(loginPath({ pathname: '/', search: '' })).toBe('/login');
    for (const pathname of ['/', paths.home])
      expect(loginPath({ pathname, search: '?x=1' })).toBe('/login?redirect=%2Fworkplace%2Fhome%3Fx%3D1');
    expect(redirectTarget(new URLSearchParams())).toBe(paths.home);
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/a\\b',
    'javascript:alert(1)',
    'subpage/sonAccount',
    '',
  ])('never follows %j', (redirect) => {
    expect(from(redirect)).toBe(paths.home);
  });

  it.each(['/login', '/login?redirect=/login', '/register#x'])(
    'does not go in circles over %s',
    (redirect) => {
      expect(from(redirect)).toBe(paths.home);
    },
  );
});
