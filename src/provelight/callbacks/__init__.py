"""Lightning callbacks: rollouts, rewards, samples, throughput, memory."""
