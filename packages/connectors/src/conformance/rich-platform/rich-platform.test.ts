import { describeConnector } from '../../conformance.ts';
import { richHarness } from './rich-harness.ts';

describeConnector('the rich platform', async () => richHarness());
