import { describeHostileService } from '../kit/fixtures/hostile-service.ts';
import { apertiumLocal } from './engine.ts';
import { installHostilePrograms } from './fixtures/install.ts';

describeHostileService(apertiumLocal, {
  honest: ['el coche rojo [0] y la casa[]\0[n:0]\0'],
  // Most of the time is spent waiting for silent programs.
  concurrency: 12,
  async open(answers) {
    const programs = await installHostilePrograms(answers);
    return {
      settings: async (index) =>
        apertiumLocal.manifest.settings.parse({ program: await programs.install(index), silenceMs: 100 }),
      close: programs.remove,
    };
  },
});
