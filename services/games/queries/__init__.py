"""What the owner of a game tells others: frames, snapshots, who watches."""
