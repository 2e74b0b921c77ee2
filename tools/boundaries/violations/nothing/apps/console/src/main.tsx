import { router } from './app/router.tsx';

router();
