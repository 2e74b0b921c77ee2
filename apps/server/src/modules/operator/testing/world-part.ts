import type { WorldPart } from '../../../testing/world-part.ts';

export const worldPart: WorldPart = {
  // Reading is recorded once an hour.
  audited: { 'operator.mailPage': 'contract-tests/audit.db.test.ts' },
};
