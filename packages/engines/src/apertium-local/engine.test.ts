import { describeEngine } from '../conformance.ts';
import { apertiumLocal } from './engine.ts';
import { installApertium, installHostileProgram } from './fixtures/install.ts';

describeEngine('apertium-local', {
  engine: apertiumLocal,
  hostile: async () => {
    const program = await installHostileProgram();
    return {
      ...program,
      settings: apertiumLocal.manifest.settings.parse({ program: program.program, silenceMs: 100 }),
      honest: ['el coche rojo [0] y la casa[]\0[n:0]\0'],
      limit: 10,
    };
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
