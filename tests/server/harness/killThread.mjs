/** Preloaded into a server: SIGUSR2 ends the first thread that it starts, its embedded database's. */
process.once('worker', (worker) => process.on('SIGUSR2', () => void worker.terminate()))
