import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { paths } from '../lib/paths.ts';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { OnlyLoggedIn, OnlyLoggedOut } from './guards.tsx';
import { Shell } from './shell/Shell.tsx';

const Login = lazy(async () => ({ default: (await import('../pages/login/Login.tsx')).Login }));
const Register = lazy(async () => ({ default: (await import('../pages/register/Register.tsx')).Register }));

/** Pages inside the shell are the shell's own matter: it keeps several of them alive at once. */
export function AppRoutes() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        <Route path="/" element={<Navigate to={paths.home} replace />} />
        <Route
          path={paths.login}
          element={
            <OnlyLoggedOut>
              <Login />
            </OnlyLoggedOut>
          }
        />
        <Route
          path={paths.register}
          element={
            <OnlyLoggedOut>
              <Register />
            </OnlyLoggedOut>
          }
        />
        <Route
          path="*"
          element={
            <OnlyLoggedIn>
              <Shell />
            </OnlyLoggedIn>
          }
        />
      </Routes>
    </Suspense>
  );
}
