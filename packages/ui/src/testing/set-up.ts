/** Runs before each component test. How long a test looks for what is to appear is a safety net for busy machines. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 30_000 });
