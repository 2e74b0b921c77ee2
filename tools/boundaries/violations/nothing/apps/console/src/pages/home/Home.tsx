import { ui } from '@parley/ui';
import { fans } from '../../features/fans/fans.ts';
import { panel } from '../../ui/panel.ts';

export const Home = { ui, fans, panel };
