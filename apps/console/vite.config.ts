import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  build: {
    // Read by `scripts/first-load.ts`.
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 900,
  },
  server: {
    proxy: {
      '/api': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
