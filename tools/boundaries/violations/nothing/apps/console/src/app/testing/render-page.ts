import { router } from '../router.tsx';

export const renderPage = () => router;
