import { describeEngine } from '../conformance.ts';
import { apertiumLocal } from './engine.ts';
import { installApertium } from './fixtures/install.ts';

describeEngine('apertium-local', {
  engine: apertiumLocal,
  async start() {
    const install = await installApertium();
    return {
      settings: apertiumLocal.manifest.settings.parse({ program: install.program }),
      setFault: install.setFault,
      restart: install.restart,
      held: async () => (await install.running()).length,
      stop: install.remove,
    };
  },
});
