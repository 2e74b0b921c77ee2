import { describeEngine } from '../conformance.ts';
import { apertiumLocal } from './engine.ts';
import { installApertium, installHostilePrograms } from './fixtures/install.ts';

describeEngine('apertium-local', {
  engine: apertiumLocal,
  hostile: {
    honest: ['el coche rojo [0] y la casa[]\0[n:0]\0'],
    // Most of the time is waiting for programs that are silent.
    abreast: 12,
    async open(answers) {
      const programs = await installHostilePrograms(answers);
      return {
        settings: async (index) =>
          apertiumLocal.manifest.settings.parse({ program: await programs.install(index), silenceMs: 100 }),
        close: programs.remove,
      };
    },
  },
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
