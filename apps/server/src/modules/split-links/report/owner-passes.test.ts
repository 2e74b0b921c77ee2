import { describe, expect, it } from 'vitest';
import { trustWorkspaceId } from '../../../base/ids.ts';
import { stillClock } from '../../../testing/test-clock.ts';
import { createOwnerPasses } from './owner-passes.ts';

const pass = {
  workspaceId: trustWorkspaceId('01980d5e-7c1a-7000-8000-000000000001'),
  linkId: '01980d5e-7c1a-7000-8000-000000000002',
  sessionId: '01980d5e-7c1a-7000-8000-000000000003',
};

describe('an owner’s pass', () => {
  it('opens the link for twelve hours', () => {
    const clock = stillClock();
    const passes = createOwnerPasses('a secret', clock);
    const token = passes.issue(pass);
    expect(token.length).toBeLessThanOrEqual(100);
    expect(passes.read(token)).toEqual({ ...pass, isOver: false });
    clock.advance(12 * 3_600_000);
    expect(passes.read(token)?.isOver).toBe(true);
  });

  it('refuses every other text', () => {
    const clock = stillClock();
    const passes = createOwnerPasses('a secret', clock);
    const token = passes.issue(pass);
    const bytes = Buffer.from(token, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(passes.read(changed.toString('base64url'))).toBeNull();
    }
    for (const text of ['', 'x', token.slice(0, -2), `${token}AA`]) expect(passes.read(text)).toBeNull();
    expect(createOwnerPasses('another', clock).read(token)).toBeNull();
  });
});
