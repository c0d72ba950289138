"""Exact endgame tables of Mühle's moving phase: built, kept in files, looked up."""
