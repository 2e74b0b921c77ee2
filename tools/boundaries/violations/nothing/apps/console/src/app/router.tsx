import { Home } from '../pages/home/Home.tsx';

export const router = () => Home;
