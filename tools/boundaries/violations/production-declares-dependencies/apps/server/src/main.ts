import { z } from 'zod';

z.string();
